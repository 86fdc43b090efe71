/**
 * The data of server-sent events as they come; our server writes each on one line. What else a stream
 * may hold (comments that keep it open) is passed over.
 *
 * HTML Living Standard §9.2
 */
export async function* readEvents(response: Response): AsyncGenerator<string, void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (text + value).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: {')) yield line.slice('data: '.length);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
