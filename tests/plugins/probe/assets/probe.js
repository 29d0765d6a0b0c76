import { words } from './words.js';

export function mount(element, context) {
  const text = element.appendChild(document.createElement('p'));
  text.textContent = words(context.language);
  return () => text.remove();
}
