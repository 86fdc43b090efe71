/** Id of a field's input, so that a refused field can be given the focus. */
export const fieldId = (path: string) => `new-project-${path}`;
