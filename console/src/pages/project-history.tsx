import { useProject } from '../base/project.ts';
import { OwnHistory } from '../features/audit-events/sections/own-history.tsx';

export function ProjectHistoryPage() {
  const { id } = useProject();
  return <OwnHistory subjectType="project" subjectId={id} isTitled />;
}
