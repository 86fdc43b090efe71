// Signs a playback address of Kinora: node sign.ts ADDRESS EXPIRES [PREFIX [NAME=VALUE…]]
import { createHmac } from 'node:crypto';

/**
 * @param expires unix seconds
 * @param prefix signs all below it, as `/streams/7hK2mQ/`; empty: the address alone
 * @param conditions `client_ip`, `geo_allow` and `geo_block`, as they are signed
 */
function signAddress(
  address: string,
  key: { id: string; secret: string },
  expires: number,
  prefix = '',
  conditions: Record<string, string> = {},
): string {
  const url = new URL(address);
  const names = Object.keys(conditions).sort();
  const lines = ['GET', url.host, prefix || url.pathname];
  const query = [`x_key_id=${key.id}`, `x_expires=${expires}`];
  if (prefix) query.push(`x_path_prefix=${prefix}`);
  for (const name of names) {
    const value = conditions[name] ?? '';
    lines.push(`${name}:${value}`);
    query.push(`x_${name}=${name === 'client_ip' ? '1' : encodeURIComponent(value)}`);
  }
  lines.push(String(expires));
  const signature = createHmac('sha256', key.secret).update(lines.join('\n')).digest('base64url');
  query.push(`x_signature=${signature}`);
  return `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`;
}

const [address = '', expires = '', prefix = '', ...conditions] = process.argv.slice(2);
const key = { id: process.env.KINORA_KEY_ID ?? '', secret: process.env.KINORA_KEY_SECRET ?? '' };
const pairs = Object.fromEntries(
  conditions.map((condition): [string, string] => {
    const [name = '', value = ''] = condition.split('=');
    return [name, value];
  }),
);
console.log(signAddress(address, key, Number(expires), prefix, pairs));
