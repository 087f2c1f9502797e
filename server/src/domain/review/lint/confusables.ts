/**
 * Characters that readers take for an ASCII letter or digit and that NFKD leaves as they are: after
 * the letter, those that look like it.
 *
 * **Source** the skeletons of Unicode UTS 39 (Latin, Greek, Cyrillic, Armenian, Cherokee, Hebrew
 * letters that fool in running text), small capitals, turned letters, regional indicators and
 * negative squares.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: "аαɑᴀ∂ɐⱥӑӓᗅᎪÅꓮ🅐🅰🇦",
  b: "ЬВвЪβʙɓƀᏏƄ♭ꓐ🅑🅱🇧",
  c: "сϲᴄƈȼⅽꮯᏟꓚ¢🅒🅲🇨©",
  d: "ԁɗᴅđժᏧɖꓓ🅓🅳🇩",
  e: "еєҽɛεᴇǝɘəёᎬꓰ€🅔🅴🇪",
  f: "ƒꜰϝғꓝɟ🅕🅵🇫",
  g: "ɡɢցǥƃᏀԍꓖ🅖🅶🇬",
  h: "һнηʜɦհᎻɥꓧћђ🅗🅷🇭",
  i: "іιɪıɩ¡ӏїᎥᛁꓲᴉ🅘🅸🇮",
  j: "јϳᴊʝɉꭻɾꓙ🅙🅹🇯",
  k: "кκᴋƙʞᏦꓗќ🅚🅺🇰",
  l: "ⅼʟłɫǀլꓡᏞ│🅛🅻🇱",
  m: "мᴍɱⅿᎷꓟɯ🅜🅼🇲",
  n: "пոɴŋɲռνƞꓠ🅝🅽🇳",
  o: "оοσօᴏøɵσ๐ഠ००ჿꓳ○●🅞🅾🇴",
  p: "рρᴘþϱᏢꓑ🅟🅿🇵",
  q: "ԛզɋϙ🅠🆀🇶",
  r: "гʀɾɼяꭇᏒɹꓣ®🅡🆁🇷",
  s: "ѕꜱʂƽᏚꓢ🅢🆂🇸§",
  t: "тτᴛŧƭᎢʇꓔ†🅣🆃🇹",
  u: "υսᴜʊцʉꓴ🅤🆄🇺",
  v: "ѵᴠνⅴᏙʌꓦ🅥🆅🇻",
  w: "ԝωᴡɯѡшᎳʍꓪ🅦🆆🇼",
  x: "хχⅹ×ҳꓫ🅧🆇🇽",
  y: "уүγʏƴуყʎꓬ🅨🆈🇾",
  z: "ᴢʐʐƶȥᏃꓜ🅩🆉🇿",
};

/** First come, first served: a character under two letters counts for the first. */
export const CONFUSABLES: ReadonlyMap<string, string> = buildConfusables();

function buildConfusables(): Map<string, string> {
  const table = new Map<string, string>();
  for (const [letter, characters] of Object.entries(LOOKALIKES)) {
    for (const character of characters) {
      for (const form of [character, character.toLowerCase()]) {
        if (!table.has(form)) table.set(form, letter);
      }
    }
  }
  return table;
}
