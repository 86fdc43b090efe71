// ISO 3166-1 alpha-2, by continent. Names come from the reader's `Intl.DisplayNames`.
const BY_CONTINENT = {
  asia:
    'AE AF AM AZ BD BH BN BT CC CN CX CY GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO ' +
    'MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  europe:
    'AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ' +
    'ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA',
  northAmerica:
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV ' +
    'SX TC TT US VC VG VI',
  southAmerica: 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
  africa:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW ' +
    'MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  oceania: 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
  antarctica: 'AQ BV GS HM TF',
} as const;

export type Continent = keyof typeof BY_CONTINENT;

export const CONTINENTS = Object.keys(BY_CONTINENT) as Continent[];

const CONTINENT_OF = new Map(
  CONTINENTS.flatMap((continent) =>
    BY_CONTINENT[continent].split(' ').map((code) => [code, continent] as const),
  ),
);

/** All codes in their own order. */
export const COUNTRY_CODES: readonly string[] = [...CONTINENT_OF.keys()].toSorted();

/** Members of the Association of Southeast Asian Nations; Timor-Leste joined in October 2025. */
export const ASEAN_CODES: readonly string[] = 'BN ID KH LA MM MY PH SG TH TL VN'.split(' ');

/** True for a code of ISO 3166-1 alpha-2 in capital letters. */
export function isCountryCode(code: string): boolean {
  return CONTINENT_OF.has(code);
}

/** @throws RangeError when the code is no country's */
export function getContinent(code: string): Continent {
  const continent = CONTINENT_OF.get(code);
  if (!continent) throw new RangeError(`${code} is no country`);
  return continent;
}
