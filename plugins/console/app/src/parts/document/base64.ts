/** Bytes at once: more would not fit into the arguments of one call. */
const Part = 0x8000;

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += Part) {
    text += String.fromCharCode(...bytes.subarray(at, at + Part));
  }
  return btoa(text);
}
