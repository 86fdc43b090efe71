/** The bytes of a secret that the contract has checked, in hexadecimal or base64. */
export function toSecretBytes(text: string): Buffer {
  return Buffer.from(text, /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/i.test(text) ? 'hex' : 'base64');
}
