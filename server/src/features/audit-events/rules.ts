/** `video` of `video.deleted`. */
export function toSubjectType(action: string): string {
  return action.slice(0, action.indexOf('.'));
}
