/** An error as S3 answers it. */
export class S3Failure extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type Reply = { status: number; headers?: Record<string, string>; body?: Buffer };

type Tree = { [name: string]: string | number | boolean | Tree | Tree[] };

function escape(text: string): string {
  return text.replace(/[&<>"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function render(tree: Tree): string {
  let text = '';
  for (const [name, value] of Object.entries(tree)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      const inner = typeof one === 'object' ? render(one) : escape(String(one));
      text += `<${name}>${inner}</${name}>`;
    }
  }
  return text;
}

/** An XML answer with one root element. */
export function xmlReply(root: string, tree: Tree, status = 200): Reply {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${render(tree)}</${root}>`;
  return { status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(text) };
}

export function failureReply(failure: S3Failure): Reply {
  return xmlReply('Error', { Code: failure.code, Message: failure.message }, failure.status);
}

/** Texts of all elements `name` in an S3 request's body, which knows no attributes or nesting. */
export function xmlTexts(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'));
  return [...found].map(([, text = '']) =>
    text
      .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}
