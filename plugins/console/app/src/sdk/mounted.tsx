import { useEffect, useRef, useState } from 'preact/hooks';
import { useAddress } from '../data/address';
import { language, texts } from '../i18n/texts';
import type { Module } from './context';
import { contextOf } from './given';

const t = texts({
  en: { failed: '{plugin} could not load.' },
  fr: { failed: '{plugin} n’a pas pu être chargé.' },
  de: { failed: '{plugin} konnte nicht geladen werden.' },
});

/** Adds a file of styles once; the module waits for it, so that nothing is seen without them. */
function styled(address: string): Promise<void> {
  if (document.querySelector(`link[href="${CSS.escape(address)}"]`)) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => resolve();
    document.head.append(link);
  });
}

async function loaded(address: string): Promise<Module> {
  const module = (await import(/* @vite-ignore */ address)) as Module;
  if (typeof module.mount !== 'function') {
    throw new TypeError(`${address} exports no mount`);
  }
  const base = new URL(address, location.href);
  await Promise.all((module.styles ?? []).map((name) => styled(new URL(name, base).pathname)));
  return module;
}

interface Props {
  /** Name of the plugin, for when it fails. */
  plugin: string;
  address: string;
  record?: unknown;
}

/** A module of a plugin in the page. When it fails, its name is shown and the page goes on. */
export function Mounted({ plugin, address, record }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const { go } = useAddress();
  const text = JSON.stringify(record ?? null);
  useEffect(() => {
    let left = false;
    let unmount: void | (() => void);
    setFailed(false);
    loaded(address)
      .then((module) => {
        if (!left && element.current) {
          unmount = module.mount(element.current, contextOf(record, go));
        }
      })
      .catch((error: unknown) => {
        console.error(plugin, error);
        setFailed(true);
      });
    return () => {
      left = true;
      try {
        unmount?.();
      } catch (error) {
        console.error(plugin, error);
      }
      element.current?.replaceChildren();
    };
  }, [address, text, language.value]);
  return (
    <>
      {failed && <p class="notice">{t('failed', { plugin })}</p>}
      <div ref={element} data-plugin={plugin} hidden={failed} />
    </>
  );
}
