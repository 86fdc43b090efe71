/** What the edge needs of a logger; pino's fits. */
export interface EdgeLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
