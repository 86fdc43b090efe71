import { getApiHeaders } from '../../../base/api-client.ts';

/** Says how many bytes the server has of an upload; null when it can't be told now. */
export async function fetchOffset(url: string, teamName: string): Promise<number | null> {
  try {
    const answer = await fetch(url, {
      method: 'HEAD',
      headers: { ...getApiHeaders(teamName), 'tus-resumable': '1.0.0' },
    });
    const offset = answer.headers.get('upload-offset');
    return answer.ok && offset !== null ? Number(offset) : null;
  } catch {
    return null;
  }
}
