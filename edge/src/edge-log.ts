/** The edge's part of a logger; pino's fits. */
export type EdgeLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
