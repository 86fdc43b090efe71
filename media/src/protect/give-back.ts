/**
 * Frees the memory of bytes at once. Each answer of a cipher is new memory; the collector would let hundreds
 * of megabytes pile up, and fresh pages from the system are slow.
 *
 * @param bytes are not used any more, and share their memory with no other buffer
 */
export function giveBack(bytes: Buffer): void {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) buffer.transfer(0);
}
