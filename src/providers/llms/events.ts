/** The data of server-sent events, in order, without the final `[DONE]` of some servers. */
export async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line !== '' || data.length === 0) continue;
      const text = data.join('\n');
      data = [];
      if (text !== '[DONE]') yield JSON.parse(text);
    }
  }
  // The last event counts even without an empty line after it.
  const text = [...data, ...(rest.startsWith('data:') ? [rest.slice(5).trim()] : [])].join('\n');
  if (text !== '' && text !== '[DONE]') yield JSON.parse(text);
}
