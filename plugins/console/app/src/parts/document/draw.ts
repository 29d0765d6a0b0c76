import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url';

interface ScriptAddress {
  createScriptURL: (address: string) => string;
}
declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: string, rules: ScriptAddress) => ScriptAddress };
  }
}

/** Workers come from the folder of the built files and from nowhere else. */
const Folder = import.meta.env.DEV ? '/console/' : '/console/assets/';

const rules: ScriptAddress = {
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.href);
    if (origin !== location.origin || !pathname.startsWith(Folder)) {
      throw new TypeError(`not a worker of the console: ${address}`);
    }
    return address;
  },
};
const policy = window.trustedTypes?.createPolicy('svc-worker', rules) ?? rules;

/** Opens a PDF without running any script that it may have. */
export async function openPdf(content: Blob): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerPort ??= new Worker(policy.createScriptURL(workerAddress), { type: 'module' });
  return getDocument({ data: await content.arrayBuffer(), isEvalSupported: false, useWasm: false }).promise;
}

/** Draws a page as wide as `width` pixels of the style, with the pixels that the screen has. */
export async function drawPage(document: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement, width: number): Promise<void> {
  const page = await document.getPage(number);
  const scale = width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale: scale * devicePixelRatio });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
}
