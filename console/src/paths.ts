// Every address of the console. Nothing else puts one together.

const part = encodeURIComponent;

export const paths = {
  home: () => '/',
  signIn: () => '/accounts/sign-in',
  forgotPassword: () => '/accounts/forgot-password',
  resetPassword: () => '/accounts/reset-password',
  /** The token stands in its search. */
  invitation: () => '/accounts/invitation',

  team: (team: string) => `/${part(team)}`,
  projects: (team: string) => `/${part(team)}/projects`,
  allProjects: (team: string) => `/${part(team)}/all-projects`,
  projectCreate: (team: string) => `/${part(team)}/projects/create`,
  project: (team: string, projectKey: string) => `/${part(team)}/projects/${part(projectKey)}`,
  projectUpload: (team: string, projectKey: string) =>
    `/${part(team)}/projects/${part(projectKey)}/upload`,
  projectGeneral: (team: string, projectKey: string) =>
    `/${part(team)}/projects/${part(projectKey)}/manage/general`,
  /** Tabs: overview, information, outputs, geo-blocking, advanced, history. */
  video: (team: string, projectKey: string, videoKey: string, tab = 'information') =>
    `/${part(team)}/projects/${part(projectKey)}/videos/${part(videoKey)}/${part(tab)}`,

  /** Leads to the video's page in whatever project it is. */
  videoByKey: (team: string, videoKey: string) => `/${part(team)}/videos/${part(videoKey)}`,

  projectMembers: (team: string, projectKey: string) =>
    `/${part(team)}/projects/${part(projectKey)}/manage/members`,

  projectDefaults: (team: string, projectKey: string) =>
    `/${part(team)}/projects/${part(projectKey)}/manage/defaults`,

  projectSettings: (team: string, projectKey: string) =>
    `/${part(team)}/projects/${part(projectKey)}/manage/settings`,

  presets: (team: string) => `/${part(team)}/manage/presets`,
  presetCreate: (team: string) => `/${part(team)}/manage/presets/create`,
  preset: (team: string, presetId: string) => `/${part(team)}/manage/presets/${part(presetId)}`,
  overlays: (team: string) => `/${part(team)}/manage/presets/overlays`,
  overlayCreate: (team: string) => `/${part(team)}/manage/presets/overlays/create`,
  overlay: (team: string, overlayId: string) =>
    `/${part(team)}/manage/presets/overlays/${part(overlayId)}`,

  geoBlocking: (team: string) => `/${part(team)}/manage/geo-blocking`,
  geoblockRuleCreate: (team: string) => `/${part(team)}/manage/geo-blocking/create`,
  geoblockRule: (team: string, ruleId: string) =>
    `/${part(team)}/manage/geo-blocking/${part(ruleId)}`,

  playbackChannels: (team: string) => `/${part(team)}/manage/playback-channels`,
  playbackChannel: (team: string, channelId: string) =>
    `/${part(team)}/manage/playback-channels/${part(channelId)}`,
  players: (team: string) => `/${part(team)}/manage/players`,
  playerCreate: (team: string) => `/${part(team)}/manage/players/create`,
  player: (team: string, playerId: string) => `/${part(team)}/manage/players/${part(playerId)}`,
  signedUrls: (team: string) => `/${part(team)}/manage/signed-url`,
  allowedWebsites: (team: string) => `/${part(team)}/manage/allowed-blocked-website`,
  multiDrm: (team: string) => `/${part(team)}/manage/multi-drm`,
  multiDrmTest: (team: string) => `/${part(team)}/manage/multi-drm/test`,
  urlSigningKeys: (team: string) => `/${part(team)}/manage/url-signing-keys`,
  urlSigningKeyCreate: (team: string) => `/${part(team)}/manage/url-signing-keys/create`,
  /** The key's id, as it stands in links, is in its search: `key`. */
  urlSigningKeyUse: (team: string) => `/${part(team)}/manage/use-signing-key`,

  keyServers: (team: string) => `/${part(team)}/manage/clear-key`,
  keyServer: (team: string, serverId: string, tab?: 'settings' | 'test') =>
    `/${part(team)}/manage/key-servers/${part(serverId)}${tab === undefined ? '' : `/${tab}`}`,

  /** The thing stands in its search: `channel`, `player` or `rule`. */
  projectUse: (team: string) => `/${part(team)}/manage/use-in-project`,

  /** The list of guides, or one of them at one of its headings. */
  help: (team: string, guide = '', heading = '') =>
    `/${part(team)}/help${guide && `/${guide}`}${heading && `#${heading}`}`,

  accessChecks: (team: string) => `/${part(team)}/manage/access-checks`,

  members: (team: string) => `/${part(team)}/manage/members`,
  teamInvitations: (team: string) => `/${part(team)}/manage/members/invitations`,
  teamSettings: (team: string) => `/${part(team)}/manage/team-settings`,
  history: (team: string) => `/${part(team)}/manage/history`,
  /** The history of a thing of the team as a whole: of a `player`, by its id. */
  thingHistory: (team: string, type: string, id: string) =>
    `/${part(team)}/manage/history/${part(type)}/${part(id)}`,
  projectHistory: (team: string, projectKey: string) =>
    `/${part(team)}/projects/${part(projectKey)}/manage/history`,

  jobs: (team: string) => `/${part(team)}/manage/jobs`,

  me: (team: string) => `/${part(team)}/me`,
  personalTokens: (team: string) => `/${part(team)}/me/personal-access-token`,
  sessions: (team: string) => `/${part(team)}/me/sessions`,
  profile: (team: string) => `/${part(team)}/me/profile`,
};
