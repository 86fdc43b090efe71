/**
 * Gives the memory of bytes back at once. A cipher answers with new memory each time; the collector would let
 * hundreds of megabytes of it lie, and each new piece would come cold from the system.
 *
 * @param bytes that nobody reads any more, and that share their memory with nothing
 */
export function giveBack(bytes: Buffer): void {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) buffer.transfer(0);
}
