// Written by `npm run generate` from the files in `i18n/en/`.
import type accessChecks from '../en/accessChecks.json';
import type accounts from '../en/accounts.json';
import type ads from '../en/ads.json';
import type auditEvents from '../en/auditEvents.json';
import type drmConfigs from '../en/drmConfigs.json';
import type drmConfigsDevices from '../en/drmConfigs.devices.json';
import type drmConfigsServices from '../en/drmConfigs.services.json';
import type drmConfigsTrial from '../en/drmConfigs.trial.json';
import type errors from '../en/errors.json';
import type geoblockRules from '../en/geoblockRules.json';
import type geoblockRulesPages from '../en/geoblockRules.pages.json';
import type geoblockRulesVideo from '../en/geoblockRules.video.json';
import type help from '../en/help.json';
import type jobs from '../en/jobs.json';
import type keyServers from '../en/keyServers.json';
import type keyServersProject from '../en/keyServers.project.json';
import type mails from '../en/mails.json';
import type nav from '../en/nav.json';
import type notifications from '../en/notifications.json';
import type overlayPresets from '../en/overlayPresets.json';
import type palette from '../en/palette.json';
import type personalTokens from '../en/personalTokens.json';
import type playbackChannels from '../en/playbackChannels.json';
import type playbackChannelsAccess from '../en/playbackChannels.access.json';
import type playbackChannelsEffects from '../en/playbackChannels.effects.json';
import type player from '../en/player.json';
import type playerKeys from '../en/player.keys.json';
import type players from '../en/players.json';
import type playersProject from '../en/players.project.json';
import type presets from '../en/presets.json';
import type presetsEncryption from '../en/presets.encryption.json';
import type presetsForm from '../en/presets.form.json';
import type problems from '../en/problems.json';
import type projectMembers from '../en/projectMembers.json';
import type projects from '../en/projects.json';
import type projectsSettings from '../en/projects.settings.json';
import type projectsUse from '../en/projects.use.json';
import type samples from '../en/samples.json';
import type sessions from '../en/sessions.json';
import type systemNames from '../en/systemNames.json';
import type teamInvitations from '../en/teamInvitations.json';
import type teamInvitationsAccept from '../en/teamInvitations.accept.json';
import type teamMembers from '../en/teamMembers.json';
import type teams from '../en/teams.json';
import type ui from '../en/ui.json';
import type uploads from '../en/uploads.json';
import type uploadsSpeed from '../en/uploads.speed.json';
import type urlSigningKeys from '../en/urlSigningKeys.json';
import type videos from '../en/videos.json';
import type videosBatch from '../en/videos.batch.json';
import type videosDetail from '../en/videos.detail.json';
import type videosEncryption from '../en/videos.encryption.json';
import type videosKeyProblem from '../en/videos.keyProblem.json';
import type videosLinks from '../en/videos.links.json';
import type videosList from '../en/videos.list.json';
import type videosProcessing from '../en/videos.processing.json';
import type videosProtection from '../en/videos.protection.json';
import type videosWithheld from '../en/videos.withheld.json';
import type watch from '../en/watch.json';

/** Every word in English, by the first part of its id: the beginning of its file's name. */
export type Words = {
  accessChecks: typeof accessChecks;
  accounts: typeof accounts;
  ads: typeof ads;
  auditEvents: typeof auditEvents;
  drmConfigs: typeof drmConfigs & typeof drmConfigsDevices & typeof drmConfigsServices & typeof drmConfigsTrial;
  errors: typeof errors;
  geoblockRules: typeof geoblockRules & typeof geoblockRulesPages & typeof geoblockRulesVideo;
  help: typeof help;
  jobs: typeof jobs;
  keyServers: typeof keyServers & typeof keyServersProject;
  mails: typeof mails;
  nav: typeof nav;
  notifications: typeof notifications;
  overlayPresets: typeof overlayPresets;
  palette: typeof palette;
  personalTokens: typeof personalTokens;
  playbackChannels: typeof playbackChannels & typeof playbackChannelsAccess & typeof playbackChannelsEffects;
  player: typeof player & typeof playerKeys;
  players: typeof players & typeof playersProject;
  presets: typeof presets & typeof presetsEncryption & typeof presetsForm;
  problems: typeof problems;
  projectMembers: typeof projectMembers;
  projects: typeof projects & typeof projectsSettings & typeof projectsUse;
  samples: typeof samples;
  sessions: typeof sessions;
  systemNames: typeof systemNames;
  teamInvitations: typeof teamInvitations & typeof teamInvitationsAccept;
  teamMembers: typeof teamMembers;
  teams: typeof teams;
  ui: typeof ui;
  uploads: typeof uploads & typeof uploadsSpeed;
  urlSigningKeys: typeof urlSigningKeys;
  videos: typeof videos & typeof videosBatch & typeof videosDetail & typeof videosEncryption & typeof videosKeyProblem & typeof videosLinks & typeof videosList & typeof videosProcessing & typeof videosProtection & typeof videosWithheld;
  watch: typeof watch;
};

/** A file holds the words of a feature, or those that some of its pages alone say. */
export type WordFile =
  | 'accessChecks'
  | 'accounts'
  | 'ads'
  | 'auditEvents'
  | 'drmConfigs'
  | 'drmConfigs.devices'
  | 'drmConfigs.services'
  | 'drmConfigs.trial'
  | 'errors'
  | 'geoblockRules'
  | 'geoblockRules.pages'
  | 'geoblockRules.video'
  | 'help'
  | 'jobs'
  | 'keyServers'
  | 'keyServers.project'
  | 'mails'
  | 'nav'
  | 'notifications'
  | 'overlayPresets'
  | 'palette'
  | 'personalTokens'
  | 'playbackChannels'
  | 'playbackChannels.access'
  | 'playbackChannels.effects'
  | 'player'
  | 'player.keys'
  | 'players'
  | 'players.project'
  | 'presets'
  | 'presets.encryption'
  | 'presets.form'
  | 'problems'
  | 'projectMembers'
  | 'projects'
  | 'projects.settings'
  | 'projects.use'
  | 'samples'
  | 'sessions'
  | 'systemNames'
  | 'teamInvitations'
  | 'teamInvitations.accept'
  | 'teamMembers'
  | 'teams'
  | 'ui'
  | 'uploads'
  | 'uploads.speed'
  | 'urlSigningKeys'
  | 'videos'
  | 'videos.batch'
  | 'videos.detail'
  | 'videos.encryption'
  | 'videos.keyProblem'
  | 'videos.links'
  | 'videos.list'
  | 'videos.processing'
  | 'videos.protection'
  | 'videos.withheld'
  | 'watch';
