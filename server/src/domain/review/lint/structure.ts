/** Patterns over the plain view: markup, the marks of chats, links and runs of escapes. */

/** HTML, entities, templates, Markdown's links, pictures, code and rules; marks of citations. */
export const MARKUP = new RegExp(
  [
    "<[a-z!/?%][^<]{0,40}",
    "&(?:lt|gt|amp|quot|nbsp|apos|#x?[0-9a-f]{2,6});",
    "\\](?:\\(|\\[)|!\\[|^\\[[^\\]\\n]{1,40}\\]:",
    "```|~~~|\"\"\"|'''",
    "\\{\\{|\\}\\}|\\{%|\\$\\{",
    "^\\s{0,3}#{1,6} (?:system|instructions?|prompt|task|response|assistant)\\b",
    "^\\s{0,3}#{2,6} \\S",
    "^[ \\t]*[-*_=#]{3,}[ \\t]*(?:$|(?:end|begin|start|system|new|user|" +
      "assistant|prompt|instructions?)\\b)",
    "\\[/?(?:url|img|code|quote|link)(?:=[^\\]\\n]{0,60})?\\]",
    // What an answer cites an offer by; the view has no full-width brackets.
    "\\[[\\s\\\\]{0,4}\\[[\\s\\\\]{0,4}(?:ad|rec|pick)\\s{0,4}:",
  ].join("|"),
  "gimu",
);

/** What separates the turns of a conversation in the formats of the common model families. */
export const TEMPLATE = new RegExp(
  [
    "<\\s*\\|[^|>\\n]{0,40}\\|?\\s*>?|\\|\\s*>",
    "<<\\s*/?[a-z_]{2,12}\\s*>>",
    "\\[\\s*(?:/\\s*)?(?:inst|sys|system|user|assistant|human|ai|bot|tool|tool_\\w+|" +
      "available_tools|developer|instructions?|end|admin|context|prompt|ad)" +
      "(?:[ _](?:message|prompt|note|turn|of|end|start|call|result)[^\\]\\n]{0,20})?\\s*\\]",
    "</?\\s*(?:s|bos|eos|pad|unk|system|user|assistant|human|tools?|function|tool_\\w+|invoke|" +
      "function_calls?|parameter|prompt|instructions?|context|think(?:ing)?|sep|cls|mask)\\s*/?>",
    "###\\s*(?:system|instructions?|response|user|assistant|human|input|end)\\b",
    "\\b(?:im_(?:start|end|sep)|endoftext|eot_id|(?:start|end)_(?:header_id|of_turn)|" +
      "(?:begin|end)_(?:of_text|inst)|fim_\\w+|reserved_special_token)\\b",
    "[\\u2581]of[\\u2581]",
  ].join("|"),
  "giu",
);

const ROLES = [
  "system|assistant|user|developer|human|ai|bot|chatbot|chatgpt|gpt|claude|gemini|llm|moderator",
  "system (?:prompt|message|note|notice|override|instructions?|update|alert)|final answer",
  "ai (?:assistant|model|agent)|assistant response|(?:tool|function) (?:call|result|output)",
  "(?:user|human|assistant) (?:message|turn|says|request|query)|conversation so far|chat log",
  "developer (?:message|note)|model (?:response|output)|tool_\\w+",
  "systeme|utilisateur|sistema|usuari[oa]|asistente|assistente|utente|benutzer|nutzer|assistent",
  "systemnachricht|systemmeldung|gebruiker|systeem|uzytkownik|asystent|kullanici|asistan|sistem",
  "система|пользователь|ассистент|помощник|системныи промпт|користувач",
  "系统|系統|助手|用户|用戶|系统提示|システム|アシスタント|ユーザー?|시스템|사용자|어시스턴트",
  "النظام|المستخدم|المساعد|सिस्टम|उपयोगकर्ता|सहायक",
]
  .join("|")
  .normalize("NFKD");

/** A role of a chat where a line, a sentence or an aside begins, and JSON of a chat or a call. */
export const ROLE_PREFIX = new RegExp(
  [
    `(?:^|[\\n.!?;()\\]"'*|]|--)[\\s>#*_("'\\[{~-]{0,6}(?:${ROLES})(?: ?\\([^)\\n]{1,20}\\))?` +
      `[\\s*_)"'\\]}~]{0,4}(?::(?! an? )|=>|->|»|>(?!=))`,
    "(?:->|=>|\u2192)\\s?(?:model|assistant|ai|system|bot)\\b|[a-z] \\((?:ai|assistant|bot)\\):",
    "[\"']?\\brole[\"']?\\s*[:=]\\s*[\"']?\\s*(?:system|assistant|user|developer|tool|function)\\b",
    "[\"'](?:content|messages|tool_calls?|function_call|arguments|prompt|parameters)[\"']\\s*:",
    "\\b[a-z]{2,20}_[a-z_]{2,30}\\s?\\(",
    "\\{\\s*[\"'][a-z_]{2,20}[\"']\\s*:",
  ].join("|"),
  "giu",
);

const TLDS =
  "com|net|org|info|biz|io|ai|co|app|dev|shop|store|xyz|site|online|club|top|tech|cloud|" +
  "link|page|example|test|invalid|onion|eu|us|uk|de|fr|es|it|nl|be|ch|at|pl|cz|ru|ua|cn|jp|" +
  "kr|in|br|mx|ca|au|se|no|dk|fi|pt|gr|tr|il|za|me|tv|cc|ly|gg|to|sh|ws|gl|am|fm|gov|edu|" +
  "mil|int|live|world|life|pro|ink|win|bid|click|zip|mov|buzz|news|blog|agency|digital|" +
  "ninja|space|website|host|fun|icu|su|tk|ml";
const DOT = "(?:\\s?[\\[({<]\\s?(?:dot|\\.)\\s?[\\])}>]\\s?|[ -](?:dot|punkt|punto)[ -])";

export const LINKS = new RegExp(
  [
    "\\b[a-z][a-z0-9+.-]{1,12}:\\s?\\/\\/\\S{0,80}",
    "\\bh(?:xx|tt|\\*\\*)ps?\\b\\s?[:[]",
    "\\b(?:javascript|vbscript|data|mailto|tel|file|blob|ftp)\\s?:(?=\\S)[^\\s,;.]{2,80}",
    "\\bwww\\s?\\.\\s?[a-z0-9-]{1,63}",
    `[a-z0-9][a-z0-9-]{0,62}${DOT}(?:${TLDS})\\b`,
    "(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}(?:[:/]\\d*)",
    "\\b[a-z0-9._%+-]{1,64}\\s?(?:@|\\(at\\)|\\[at\\]|\\{at\\})\\s?[a-z0-9][a-z0-9-]{0,62}" +
      "(?:\\.[a-z0-9-]{1,63}){0,4}\\.[a-z]{2,24}(?![a-z0-9])",
    "(?<![a-z0-9])\\/\\/[a-z0-9-]{1,63}\\.[a-z]{2,}",
    "(?:\\b[a-z0-9] ){3,20}\\. ?(?:[a-z] ){1,9}[a-z]\\b",
    "\\b[a-z0-9-]{1,63}\\.[a-z]{2,12}\\/[a-z0-9]",
  ].join("|"),
  "gu",
);

/**
 * Names such as `shop.example`, in one case: "pans.Come" is the end of a sentence. Products such as
 * ASP.NET look like a domain.
 */
export const DOMAIN = new RegExp(
  "(?<![@\\w.-])(?!(?:asp|ado|ml|vb)\\.net\\b)(?!(?:ASP|ADO|ML|VB)\\.NET\\b)(?:" +
    `(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,62})\\.){1,4}(?:${TLDS})|` +
    `(?:[A-Z0-9](?:[A-Z0-9-]{0,62})\\.){1,4}(?:${TLDS.toUpperCase()}))(?![\\w'-]|\\.\\w)`,
  "gu",
);

/** Percent and backslash escapes, code points, binary, hexadecimal, Morse, punycode. */
export const ESCAPES = new RegExp(
  [
    "(?:%[0-9a-f]{2}[^%\\s]{0,3}){2,}",
    "(?:\\\\x[0-9a-f]{2}){1,}|(?:\\\\u\\{?[0-9a-f]{4,6}\\}?){1,}|\\\\[0-7]{3}(?:\\\\[0-7]{3})+",
    "(?:\\bu\\+[0-9a-f]{4,6}[\\s,]*){2,}|(?:\\b0x[0-9a-f]{2}\\b[\\s,]*){3,}",
    "(?:\\b[01]{7,8}\\b[\\s,]*){3,}|\\b[01]{24,}\\b",
    "(?<![0-9a-z])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{20,}(?![0-9a-z])",
    "(?:\\b(?=[0-9a-f]*[0-9])[0-9a-f]{2}\\b[ :]){8,}",
    "(?<![.\\-])(?:[.\\u2022\\-\\u2013\\u2212]{1,5}[ /]{1,3}){6,}[.\\-]{1,5}",
    "(?:=[0-9a-f]{2}){3,}|\\bxn--[a-z0-9-]{2,}",
  ].join("|"),
  "giu",
);

/** Runs of the Base64 alphabet, and of Base32. */
export const BASE64 = /[A-Za-z0-9+/_-]{12,}={0,2}/g;
export const BASE32 = /\b(?=[A-Z]*[2-7])[A-Z2-7]{24,}={0,6}(?![A-Za-z0-9])/g;
/** Numbers that are the codes of letters. */
export const CODES = /\b(?:(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])[\s,;.-]{1,2}){8,}\d{2,3}\b/g;

/** Longer than any word, code or model name that a reader is asked to read. */
const RUN_MAX = 32;
const SIGNS_MIN = 8;
const READABLE = /^[\x20-\x7e\n]{8,}$/;

/** Whether a run of the Base64 alphabet is encoded text, and no list of words or type number. */
export function isBase64(run: string): boolean {
  const longest = run.split(/[-_/+]/).reduce((length, word) => Math.max(length, word.length), 0);
  const isMixed = /[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9+/=]/.test(run);
  const isLong = longest >= RUN_MAX && new Set(run).size >= SIGNS_MIN;
  if (isLong && (isMixed || run.length >= 2 * RUN_MAX)) return true;
  // A short word is looked at only when its capitals are not how words are written.
  if (run.length < 20 && !/[a-z0-9][A-Z]/.test(run)) return false;
  const decoded = Buffer.from(run.slice(0, 400), "base64").toString("latin1").slice(0, -1);
  return (
    READABLE.test(decoded) && decoded.replace(/[^a-z ]/gi, "").length * 5 >= decoded.length * 4
  );
}

/** The same character, space or one to four words so often in a row that they only fill space. */
export const REPETITION = new RegExp(
  "([^\\s])\\1{11,}|(?:\\n[ \\t]*){5,}|[ \\t\\u00a0\\u3000]{12,}" +
    "|(?<!\\S)((?:\\S{1,40}\\s{1,3}){1,4})\\2{4,}",
  "giu",
);
