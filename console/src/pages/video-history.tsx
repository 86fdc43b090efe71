import { useRouteParam } from '../base/router/use-address.ts';
import { OwnHistory } from '../features/audit-events/sections/own-history.tsx';

export function VideoHistoryPage() {
  return <OwnHistory subjectType="video" subjectId={useRouteParam('videoKey')} isTitled />;
}
