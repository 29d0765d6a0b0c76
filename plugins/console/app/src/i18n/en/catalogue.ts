export { default as fields } from './fields.json';
export { default as words } from './words.json';
export { default as codes } from './codes.json';
