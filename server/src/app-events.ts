import { on, onEach, type Listener } from './base/events.ts';
import { auditListeners } from './features/audit-events/events.ts';
import { startPendingPackaging } from './features/drm/actions/default-protection.ts';
import { drmListeners } from './features/drm/events.ts';
import { resumeVideos } from './features/encoding/actions/resume.ts';
import { encodingListeners } from './features/encoding/events/listeners.ts';
import { keyServerListeners } from './features/key-servers/events.ts';
import { liveUpdateListeners } from './features/live-updates/events.ts';
import { notificationListeners } from './features/notifications/events/listeners.ts';
import { projectMemberListeners } from './features/project-members/events/listeners.ts';
import { publishingListeners } from './features/publishing/events.ts';
import { revisionChanged, revisionPromoted } from './features/revisions/events.ts';
import { refreshSearch } from './features/videos/actions/tags.ts';
import { invitationListeners } from './features/team-invitations/events/listeners.ts';
import { videoRestored } from './features/videos/events.ts';

/** All listeners to events. Each process that writes sets them at its start. */
export const listeners: readonly Listener[] = [
  ...encodingListeners,
  ...drmListeners,
  // Videos query encoding and drm about their work, so these can't query videos in turn.
  on(videoRestored, async (tx, all) => {
    const keys = all.map(({ key }) => key);
    await resumeVideos(tx, keys);
    await startPendingPackaging(tx, keys);
  }),
  // An upload names the file of a video that was created without one. The events of videos can't listen to
  // it, as their actions announce them.
  onEach(revisionChanged, async (tx, { teamId, key, columns }) => {
    if (columns.includes('source_file_name')) await refreshSearch(tx, teamId, [key]);
  }),
  onEach(revisionPromoted, (tx, { teamId, key }) => refreshSearch(tx, teamId, [key])),
  ...keyServerListeners,
  ...invitationListeners,
  ...projectMemberListeners,
  ...publishingListeners,
  ...liveUpdateListeners,
  ...auditListeners,
  ...notificationListeners,
];
