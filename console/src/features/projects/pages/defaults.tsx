import type { PageQuery } from '../../../base/lazy-query.ts';
import { presetsQuery } from '../../presets/data.ts';
import columns from '../../../ui/columns.module.css';
import { ChannelsSection } from '../components/settings/channels-section.tsx';
import { GeoblockSection } from '../components/settings/geoblock-section.tsx';
import { PresetSection } from '../components/settings/preset-section.tsx';
import { ReadOnlyNote } from '../components/settings/read-only-note.tsx';
import { useProject } from '../data.ts';

export const pageQuery: PageQuery = ({ scope }) => presetsQuery(scope);

/** Shows what new uploads of the project begin with; each section has its place in the address. */
export function DefaultsPage() {
  const project = useProject();
  return (
    <div className={columns.column}>
      <ReadOnlyNote project={project} />
      <PresetSection project={project} />
      <GeoblockSection project={project} />
      {project.playbackChannels.length > 0 && <ChannelsSection project={project} />}
    </div>
  );
}
