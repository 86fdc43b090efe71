export type ServerEvent = { id: string | undefined; data: string };

/**
 * Server-sent events as they come; our server writes the data of each on one line, after its id. Other lines
 * (comments that keep the stream open) are skipped.
 *
 * HTML Living Standard §9.2
 */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent, void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let text = '';
  let id: string | undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (text + value).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('id: ')) id = line.slice('id: '.length);
        else if (line.startsWith('data: {')) yield { id, data: line.slice('data: '.length) };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
