-- Answers for nginx: may this viewer have this file, and where does it lie? It says yes only where it is
-- sure. Everything else, every refusal too, is the business of the edge behind it, which judges anew:
-- a request that this file reads too strictly is slower, and never wrong.
--
-- A worker of nginx keeps what it has found out by the facts that it has: how an address is read, that a
-- signature is one, which website a referrer names. With other facts it forgets all of that. Whether the
-- time of a signature has come, whether this channel plays this video and the viewer's country are asked
-- at each request.
local ffi = require 'ffi'
local cjson = require 'cjson'
local base64 = require 'ngx.base64'
local memory = dofile('{{folder}}/memory.lua')

local match = ngx.re.match
local find, sub, gsub, lower = string.find, string.sub, string.gsub, string.lower
local concat, floor = table.concat, math.floor

ffi.cdef([[
typedef struct evp_md_st EVP_MD;
const EVP_MD *EVP_sha256(void);
unsigned char *HMAC(const EVP_MD *kind, const void *key, int keyBytes, const unsigned char *text,
    size_t textBytes, unsigned char *into, unsigned int *intoBytes);
]])
local SHA256_BYTES = 32
local digest = ffi.new('unsigned char[?]', SHA256_BYTES)

-- Both are of one spelling each, as `edge/src/target.ts` has them.
local OF_PLAN = [[\A/streams/([A-Za-z0-9_-]{1,64})/([A-Za-z0-9_-]{1,64})/([av][0-9a-z-]{1,30})]]
  .. [[(?:/(?:init\.mp4|([1-9][0-9]{0,6})\.m4s)|(\.m3u8))\z]]
local OF_VIDEO = [[\A/streams/([A-Za-z0-9_-]{1,64})/]]
  .. [[(?:(playlist\.m3u8|manifest\.mpd)|([1-9][0-9]{1,4})p\.mp4)\z]]
-- The order and the spelling in which our own addresses carry a signature (`sign/src/signature-forms.ts`).
local SIGNED = [[\Ax_key_id=([A-Za-z0-9_-]{1,64})&x_expires=([1-9][0-9]{0,11})]]
  .. [[&x_path_prefix=/streams/([A-Za-z0-9_-]{1,64})/&x_signature=([A-Za-z0-9_-]{43})\z]]
-- Fewer than `playback-rules/src/websites.ts` reads.
local WEBSITE = [[\Ahttps?://([a-z0-9.-]*[a-z0-9])(?::[0-9]+)?(?:/|\z)]]
-- As `edge/src/replies.ts` has it.
local ORIGIN = [[\A[a-z][a-z0-9+.-]{0,30}://(?:[a-z0-9._-]{1,253}|\[[0-9a-f:]{2,39}\])(?::[0-9]{1,5})?\z]]
local RANGE = [[\Abytes=([0-9]{1,15})-([0-9]{0,15})\z]]
-- `o` compiles an expression once, `j` for the processor.
local ONCE = 'jo'

-- As in `edge/src/caching.ts`.
local SIGNED_SEC = 60

-- What strangers can fill is bounded by number and by length: some 100 MB of a worker, all of it full.
local MOST_KEPT = 20000
local MOST_REFERRER_BYTES = 512
local MOST_TEXT_BYTES = 16 * 1024 * 1024

-- A change counts within a second; the edge takes half of one to write it down.
local LOOK_SEC = 0.1

-- What `edge/src/nginx/facts.ts` compiles of the published documents, and which version of it this is.
local facts, version
local files, passes, websites, texts

local function takeFacts(taken)
  facts = taken
  files = memory.create(MOST_KEPT)
  passes = memory.create(MOST_KEPT)
  websites = memory.create(MOST_KEPT)
  texts = memory.create(MOST_TEXT_BYTES, function(text) return text.bytes end)
end

-- All of the file, or as many of its first bytes.
local function readFacts(bytes)
  local file = assert(io.open('{{folder}}/facts.json', 'rb'))
  local text = file:read(bytes)
  file:close()
  return text
end

local function load()
  local read = cjson.decode(readFacts('*a'))
  for _, video in pairs(read.videos) do
    -- Places are counted from 0 there.
    video.lists = video.countries ~= cjson.null and read.countries[video.countries + 1] or nil
  end
  takeFacts(read)
end

-- The version stands first in the file, so that looking for a change costs next to nothing.
local function readVersion()
  return match(readFacts(64), [[\A\{"version":"([\w-]+)"]], ONCE)[1]
end

-- Takes up facts that have changed. It runs between two requests, so each is judged by one version.
local function refresh()
  local isRead, found = pcall(readVersion)
  found = isRead and found or ''
  if found == version then return end
  version = found
  local isLoaded, failure = pcall(load)
  if isLoaded then return end
  -- Facts of before may let in who may not come any more.
  takeFacts({ hosts = {}, videos = {} })
  ngx.log(ngx.EMERG, 'nginx leaves all to the edge: ', failure)
end

-- Connections stay open: nginx itself knows of no change.
local function followFacts()
  assert(ngx.timer.every(LOOK_SEC, refresh))
end

-- A segment, or a rendition's playlist.
local function readOfPlan(path)
  local parts = match(path, OF_PLAN, ONCE)
  local video = parts and facts.videos[parts[1]]
  if not video or parts[2] ~= video.folder then return nil end
  local rendition = parts[3]
  local count = video.segments[rendition]
  if not count then return nil end
  if parts[5] then
    local way = parts[1] .. '/' .. video.texts .. '/' .. rendition .. '.m3u8'
    return { video = video, key = parts[1], way = way, isText = true }
  end
  if parts[4] and tonumber(parts[4]) > count then return nil end
  local etag = '"' .. sub(path, 2) .. '"'
  return { video = video, key = parts[1], way = path, etag = etag, isForEver = true }
end

-- A main playlist, or a whole file.
local function readOfVideo(path)
  local parts = match(path, OF_VIDEO, ONCE)
  local video = parts and facts.videos[parts[1]]
  if not video then return nil end
  local key, name = parts[1], parts[2]
  if name then
    if video.hasLicences or (name == 'manifest.mpd' and not video.hasDash) then return nil end
    local way = key .. '/' .. video.texts .. '/' .. name
    return { video = video, key = key, way = way, isText = true, isDash = name == 'manifest.mpd' }
  end
  local sizeBytes = video.sizes[parts[3]]
  if not sizeBytes then return nil end
  local place = 'streams/' .. key .. '/' .. video.folder .. '/' .. parts[3] .. 'p.mp4'
  local etag = '"' .. place .. '"'
  local partsWay = '/-parts/' .. place
  return {
    video = video, key = key, way = '/-video/' .. place, partsWay = partsWay,
    sizeBytes = sizeBytes, etag = etag,
  }
end

-- Of a header that was sent twice nginx shows the first one, and the edge reads both.
local function isSentOnce(name)
  return type(ngx.req.get_headers(0)[name]) ~= 'table'
end

-- What a path names; nil where the edge is to say.
local function findFile(path)
  local file = files.get(path)
  if file then return file end
  file = readOfPlan(path) or readOfVideo(path)
  if file then files.put(path, file) end
  return file
end

-- What can't be satisfied is the edge's to say.
local function isPartOf(range, sizeBytes)
  local wanted = match(range, RANGE, ONCE)
  if not wanted or tonumber(wanted[1]) >= sizeBytes then return false end
  return wanted[2] == '' or tonumber(wanted[2]) >= tonumber(wanted[1])
end

-- A signature that is right for a video at this host: what it lets in, and until when. Neither may be
-- found by other facts, so it is kept by all of the query, with its host.
local function findPass(channel, host, query)
  local pass = passes.get(query)
  if pass and pass.host == host then return pass end
  local given = match(query, SIGNED, ONCE)
  local secret = given and channel.secrets['key ' .. given[1]]
  if not secret then return nil end
  local lines = concat({ 'GET', host, '/streams/' .. given[3] .. '/', given[2] }, '\n')
  ffi.C.HMAC(ffi.C.EVP_sha256(), secret, #secret, lines, #lines, digest, nil)
  -- Texts are compared by their place in memory, which takes the same time whatever they are.
  local signature = base64.encode_base64url(ffi.string(digest, SHA256_BYTES))
  if signature ~= given[4] then return nil end
  pass = { host = host, key = given[3], expires = tonumber(given[2]), suffix = query }
  passes.put(query, pass)
  return pass
end

-- `*.example.com` covers the names below it, and not itself.
local function isListed(channel, site)
  if channel.sites[site] then return true end
  local at = find(site, '.', 1, true)
  while at do
    if channel.sitesBelow[sub(site, at + 1)] then return true end
    at = find(site, '.', at + 1, true)
  end
  return false
end

local function isWebsiteAllowed(channel, host, referrer)
  local found = match(referrer, WEBSITE, ONCE)
  if not found then return false end
  local site = found[1]
  local port = find(host, ':', 1, true)
  if site == (port and sub(host, 1, port - 1) or host) then return true end
  return isListed(channel, site) ~= (channel.policy == 'blockSome')
end

local function isOnAllowedSite(channel, host, variables)
  local referrer = variables.http_origin or variables.http_referer
  if not referrer then return channel.policy == 'blockSome' or channel.allowNoReferrer end
  -- The edge may see another website than nginx does.
  if variables.http_origin and not isSentOnce('origin') then return false end
  local kept = websites.get(referrer)
  if kept and kept.host == host then return kept.isAllowed end
  local isAllowed = isWebsiteAllowed(channel, host, referrer)
  if #referrer <= MOST_REFERRER_BYTES then
    websites.put(referrer, { host = host, isAllowed = isAllowed })
  end
  return isAllowed
end

local function isInAllowedCountry(lists, variables)
  if variables.kinora_is_private == '1' then return false end
  local code = variables.kinora_country
  if not code or code == '' then code = variables.kinora_country_of_geolite end
  -- Whether the client's address is known at all, the edge can tell.
  if not code or code == '' then return false end
  return (not lists.hasAllowed or lists.allow[code] == 1) and lists.deny[code] ~= 1
end

-- As `edge/src/caching.ts` has it.
local function getCacheControl(isForViewer, leftSec, isForEver)
  if isForViewer then return 'private, no-cache' end
  if not isForEver then return 'public, max-age=1' end
  if not leftSec then return 'public, max-age=31536000, s-maxage=86400, immutable' end
  return 'public, max-age=' .. (leftSec < SIGNED_SEC and leftSec or SIGNED_SEC)
end

-- A pass of the console's own may let its holder through, which the edge can tell.
local function mayHaveTeamPass(query, variables)
  if find(query, 'x_', 1, true) then return true end
  local cookie = variables.http_cookie
  return cookie and find(cookie, 'kinora_pass', 1, true) and true or false
end

-- The parts of a playlist between which a viewer's signature stands; nil when it is not there.
local function readText(name)
  local kept = texts.get(name)
  if kept then return kept end
  local file = io.open('{{folder}}/texts/signed/' .. name, 'rb')
  if not file then return nil end
  local text = file:read('*a')
  file:close()
  local parts, from = { bytes = #text }, 1
  repeat
    local at, to = find(text, 'KINORA-SUFFIX', from, true)
    parts[#parts + 1] = sub(text, from, (at or 0) - 1)
    from = (to or 0) + 1
  until not at
  texts.put(name, parts)
  return parts
end

-- A playlist whose addresses carry what this viewer's own carries is left as text.
local function findTextWay(file, pass, leftSec, variables)
  if not pass then return '/-text/plain/' .. file.way end
  local parts = readText(file.way)
  -- It is written anew right now.
  if not parts then return '' end
  local suffix = file.isDash and gsub(pass.suffix, '&', '&amp;') or pass.suffix
  variables.kinora_text = concat(parts, suffix)
  variables.kinora_cookie = 'kinora_pass_' .. file.key .. '=' .. pass.suffix .. '; Path=/streams/'
    .. file.key .. '/; Max-Age=' .. leftSec .. '; HttpOnly; ' .. facts.cookie
  return '/-text/signed/' .. file.way
end

local function split(address)
  local mark = find(address, '?', 1, true)
  if not mark then return address, '' end
  return sub(address, 1, mark - 1), sub(address, mark + 1)
end

-- Where a file lies, or a part of it; nil where the edge is to say.
local function findPlace(file, variables)
  if not variables then return file.way end
  if not file.sizeBytes or not isPartOf(variables.http_range, file.sizeBytes) then return nil end
  -- It counts where it is there and empty.
  if variables.http_if_range then return nil end
  if not isSentOnce('range') then return nil end
  return file.partsWay
end

-- What is not open to everyone names the origin of the page that asks. Of several the edge is to say.
local function nameOrigin(variables)
  variables.kinora_vary = 'Origin'
  local origin = variables.http_origin
  if not origin then return true end
  if not isSentOnce('origin') then return false end
  if match(origin, ORIGIN, ONCE) then
    variables.kinora_origin, variables.kinora_credentials = origin, 'true'
  end
  return true
end

-- Finds the internal address of what is requested, which of a segment is its own; '' where the edge is to answer. What the answer
-- needs beside the file is left in variables of nginx.
local function findWay()
  local variables = ngx.var
  local wanted = variables.kinora_wanted
  -- nginx goes by these where the edge does not, also where they are there and empty.
  if wanted == '' or variables.http_if_match or variables.http_if_unmodified_since then return '' end
  local host = lower(variables.http_host or '')
  local channel = facts.hosts[host]
  if not channel then return '' end
  local path, query = split(variables.request_uri)
  local file = findFile(path)
  if not file then return '' end
  local video = file.video
  if video.teamId ~= channel.teamId or not video.channels[channel.channelId] then return '' end
  local way = findPlace(file, wanted == 'part' and variables)
  if not way then return '' end

  local isOfSites, lists = channel.policy ~= 'allowAll', video.lists
  local pass, leftSec
  if channel.required then
    pass = findPass(channel, host, query)
    if not pass or pass.key ~= file.key then return '' end
    leftSec = floor(pass.expires - ngx.now())
    if leftSec < 1 then return '' end
  elseif (isOfSites or lists) and mayHaveTeamPass(query, variables) then
    return ''
  end
  if isOfSites and not isOnAllowedSite(channel, host, variables) then return '' end
  if lists and (variables.kinora_is_proxy == '1' or not isInAllowedCountry(lists, variables)) then
    return ''
  end
  if (pass or isOfSites or lists) and not nameOrigin(variables) then return '' end
  variables.kinora_cache = getCacheControl(isOfSites or lists, leftSec, file.isForEver)
  if file.isText then return findTextWay(file, pass, leftSec, variables) end
  variables.kinora_etag = file.etag
  return way
end

refresh()

return { findWay = findWay, followFacts = followFacts }
