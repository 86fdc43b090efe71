/** Remuxed sources of a video lie below it while pieces are made of them. */
export const getWorkPrefix = (videoKey: string) => `work/${videoKey}/`;
