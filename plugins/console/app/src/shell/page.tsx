import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { company } from '../data/company';
import { manifest } from './manifest';

/**
 * A page: its title is the heading, the title of the document, and where the focus goes when the page is opened.
 */
export function Page({ title, acts, children }: { title: string; acts?: ComponentChildren; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [title, company.value?.name, manifest.value.title].filter(Boolean).join(' · ');
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div class="page">
      <header class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {acts && <div class="acts">{acts}</div>}
      </header>
      {children}
    </div>
  );
}
