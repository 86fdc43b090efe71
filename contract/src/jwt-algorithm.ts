import { z } from 'zod';

/** How tokens for licences are signed (RFC 7518 §3.1, RFC 8037 §3.1). */
export const JwtAlgorithm = z.enum(['ES256', 'RS256', 'EdDSA']);
export type JwtAlgorithm = z.infer<typeof JwtAlgorithm>;
