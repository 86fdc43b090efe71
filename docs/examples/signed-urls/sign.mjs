// Signs a playback address of Kinora: node sign.mjs ADDRESS EXPIRES [PREFIX [NAME=VALUE…]]
import { createHmac } from 'node:crypto';

/**
 * Signs the address alone, or all below a prefix; `expires` is in unix seconds.
 * Conditions are `client_ip`, `geo_allow` and `geo_block`, as they are signed.
 */
function signAddress(address, keyId, secret, expires, prefix = '', conditions = {}) {
  const url = new URL(address);
  const lines = ['GET', url.host, prefix || url.pathname];
  const query = [`x_key_id=${keyId}`, `x_expires=${expires}`];
  if (prefix) query.push(`x_path_prefix=${prefix}`);
  for (const name of Object.keys(conditions).sort()) {
    const value = conditions[name];
    lines.push(`${name}:${value}`);
    query.push(`x_${name}=${name === 'client_ip' ? '1' : encodeURIComponent(value)}`);
  }
  lines.push(String(expires));
  const signature = createHmac('sha256', secret).update(lines.join('\n')).digest('base64url');
  query.push(`x_signature=${signature}`);
  return `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`;
}

const [address, expires, prefix, ...conditions] = process.argv.slice(2);
const { KINORA_KEY_ID, KINORA_KEY_SECRET } = process.env;
const pairs = Object.fromEntries(conditions.map((condition) => condition.split('=')));
console.log(signAddress(address, KINORA_KEY_ID, KINORA_KEY_SECRET, Number(expires), prefix, pairs));
