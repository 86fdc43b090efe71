export type MacroValues = Readonly<Record<string, string | number>>;

/** VAST 4.2 §6.4: unknown and private values are -1, and unknown macros stay. */
const UNTOLD = new Set(
  (
    'ADCATEGORIES ADCOUNT ADPLAYHEAD ADSERVINGID ADTYPE APIFRAMEWORKS APPBUNDLE ASSETURI ' +
    'BLOCKEDADCATEGORIES BREAKMAXADLENGTH BREAKMAXADS BREAKMAXDURATION BREAKMINADLENGTH ' +
    'BREAKMINDURATION BREAKPOSITION CLICKPOS CLICKTYPE CLIENTUA CONTENTID CONTENTPLAYHEAD ' +
    'CONTENTURI DEVICEIP DEVICEUA DOMAIN ERRORCODE EXTENSIONS GDPRCONSENT IFA IFATYPE ' +
    'INVENTORYSTATE LATLONG LIMITADTRACKING MEDIAMIME MEDIAPLAYHEAD OMIDPARTNER PAGEURL ' +
    'PLACEMENTTYPE PLAYERCAPABILITIES PLAYERSIZE PLAYERSTATE PODSEQUENCE REASON REGULATIONS ' +
    'SERVERSIDE SERVERUA TRANSACTIONID UNIVERSALADID VASTVERSIONS VERIFICATIONVENDORS'
  ).split(' '),
);

/** Puts values into `[NAME]` and `%%NAME%%`, each escaped for a query. */
export function fillMacros(template: string, values: MacroValues): string {
  const all: MacroValues = { ...getAlways(), ...values };
  return template.replaceAll(/\[([A-Z]{2,30})\]|%%([A-Z]{2,30})%%/g, (place, own, other) => {
    const name = String(own ?? other);
    if (Object.hasOwn(all, name)) return encodeURIComponent(String(all[name]));
    return UNTOLD.has(name) ? '-1' : place;
  });
}

function getAlways(): MacroValues {
  const random = String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
  return {
    CACHEBUSTING: random,
    RANDOM: random,
    TIMESTAMP: new Date().toISOString(),
    // §6.4: 2.0, 3.0, 4.0, 4.1 and 4.2, each with its wrappers. The place is in the stream.
    VASTVERSIONS: '2,3,5,6,7,8,11,12,13,14',
    PLACEMENTTYPE: 1,
  };
}

/** `hh:mm:ss.mmm` */
export function toTimecode(sec: number): string {
  return new Date(Math.max(0, Math.min(sec, 86_399)) * 1000).toISOString().slice(11, 23);
}
