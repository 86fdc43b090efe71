/**
 * Marks where the focus of a dialog begins: in its first field, unless it says so itself. Mantine
 * would begin with the button that closes. To be given to the body as its `ref`.
 */
export function markFirstField(body: HTMLElement | null): void {
  if (body === null || body.querySelector('[data-autofocus]') !== null) return;
  const fields = [
    ...body.querySelectorAll<HTMLInputElement>(
      'input:enabled:not([type=hidden]), textarea:enabled',
    ),
  ];
  const field = fields.find(({ type, checked }) => type !== 'radio' || checked) ?? fields[0];
  field?.setAttribute('data-autofocus', '');
}
