import { type Span, spanOf, type View } from "./view.ts";

/** HTML, entities, templates, Markdown's links, pictures, code and rules; marks of citations. */
const MARKUP = new RegExp(
  [
    "<[a-z!/?%][^<]{0,40}",
    "&(?:lt|gt|amp|quot|nbsp|apos|#x?[0-9a-f]{2,6});",
    "\\](?:\\(|\\[)|!\\[|^\\[[^\\]\\n]{1,40}\\]:",
    "```|~~~|\"\"\"|'''",
    "\\{\\{|\\}\\}|\\{%|\\$\\{|<%",
    "^\\s{0,3}#{2,6} \\S|^\\s{0,3}#{1,6} (?:system|instructions?|new|" +
      "prompt|task|response|user|assistant|important)\\b",
    "^\\s*(?:[-*_=#]{3,})\\s*(?:$|[a-z\\[])",
    "\\[/?(?:url|img|code|quote|link)(?:=[^\\]\\n]{0,60})?\\]",
    // What an answer cites an offer by; the view has no full-width brackets any more.
    "\\[[\\s\\\\]{0,4}\\[[\\s\\\\]{0,4}(?:ad|rec|pick)\\s{0,4}:",
  ].join("|"),
  "gimu",
);

export function findMarkup(view: View): Span[] {
  return all(view, MARKUP);
}

/** What separates the turns of a conversation in the formats of the common model families. */
const TEMPLATE = new RegExp(
  [
    "<\\s*\\|[^|>\\n]{0,40}\\|?\\s*>?|\\|\\s*>",
    "<<\\s*/?[a-z_]{2,12}\\s*>>|<<<|>>>",
    "\\[\\s*/?\\s*(?:inst|sys|system|user|assistant|human|ai|bot|tool|" +
      "tool_calls|tool_results|available_tools|developer|instructions?|" +
      "end|admin|context|prompt|ad|/ad)(?:[ _][a-z]{1,12})?\\s*\\]",
    "</?\\s*(?:s|bos|eos|pad|unk|system|user|assistant|human|tool|tools|" +
      "function|function_calls?|invoke|tool_calls?|tool_code|parameter|" +
      "prompt|instructions?|context|thinking|think|ad|start_of_turn|end_of_turn|" +
      "sep|cls|mask|im_start|im_end|endoftext|message|sponsored|offer|data|" +
      "document)\\s*/?>",
    "###\\s*(?:system|instructions?|response|user|assistant|human|input|end)\\b",
    "\\b(?:im_start|im_end|im_sep|endoftext|eot_id|start_header_id|end_header_id|" +
      "begin_of_text|end_of_text|start_of_turn|end_of_turn|fim_prefix|fim_suffix|" +
      "begin_inst|end_inst|reserved_special_token)\\b",
    "[\\u2581]of[\\u2581]",
  ].join("|"),
  "giu",
);

export function findTemplateTokens(view: View): Span[] {
  return all(view, TEMPLATE);
}

const ROLES =
  "system|assistant|user|developer|human|ai|bot|chatbot|chatgpt|gpt|claude|gemini|llm|" +
  "system (?:prompt|message|note|notice|override|instruction|instructions|update|alert)|" +
  "ai (?:assistant|model|agent)|assistant response|tool (?:call|result|output|response)|" +
  "(?:user|human|assistant) (?:message|turn|says|request|query)|function (?:call|result)|" +
  "moderator|conversation so far|chat log|final answer|developer (?:message|" +
  "note)|model (?:response|output)|" +
  "systeme|utilisateur|sistema|usuario|usuaria|asistente|assistente|utente|benutzer|nutzer|" +
  "assistent|systemnachricht|systemmeldung|gebruiker|systeem|uzytkownik|" +
  "asystent|kullanici|asistan|sistem|" +
  "система|пользователь|ассистент|помощник|системныи промпт|система|користувач|" +
  "系统|系統|助手|用户|用戶|系统提示|システム|アシスタント|ユーザー|ユーザ|시스템|사용자|어시스턴트|" +
  "النظام|المستخدم|المساعد|सिस्टम|उपयोगकर्ता|सहायक";
const ROLE_PREFIX = new RegExp(
  [
    `(?:^|[\\n.!?;)\\]"'*|]|--)[\\s>#*_("'\\[{~-]*(?:${ROLES.normalize("NFKD")})(?: ` +
      `?\\([^)\\n]{1,20}\\))?[\\s*_)"'\\]}~]{0,4}(?::(?! an? )|=>|->|»|` +
      ">(?!=))",
    "(?:->|=>|\u2192)\\s?(?:model|assistant|ai|system|bot)\\b",
    "[\"']?\\brole[\"']?\\s*[:=]\\s*[\"']?\\s*(?:system|assistant|user|" +
      "developer|tool|function|model|human)\\b",
    "[\"'](?:content|messages|tool_calls?|function_call|arguments|system|" +
      "instructions?|prompt|tool|action|system_prompt|parameters)[\"']\\s*:",
    "\\{\\s*[\"'][a-z_]{2,20}[\"']\\s*:",
  ].join("|"),
  "giu",
);

export function findRolePrefix(view: View): Span[] {
  return all(view, ROLE_PREFIX);
}

const TLDS =
  "com|net|org|info|biz|io|ai|co|app|dev|shop|store|xyz|site|online|" +
  "club|top|tech|cloud|link|page|" +
  "example|test|invalid|onion|eu|us|uk|de|fr|es|it|nl|be|ch|at|pl|cz|" +
  "ru|ua|cn|jp|kr|in|br|mx|ca|au|" +
  "se|no|dk|fi|pt|gr|tr|il|za|me|tv|cc|ly|gg|to|sh|ws|gl|am|fm|gov|" +
  "edu|mil|int|live|world|life|pro|" +
  "ink|win|bid|click|zip|mov|buzz|news|blog|agency|digital|ninja|space|" +
  "website|host|fun|icu|su|tk|ml";
const DOT = "(?:\\s?[\\[({<]\\s?(?:dot|\\.)\\s?[\\])}>]\\s?| dot | punkt | punto )";

/** Each with what a text must have for it to be worth a look: most texts have none of it. */
const LINKS: readonly { readonly needs: RegExp; readonly pattern: RegExp }[] = [
  { needs: /: ?\/\//, pattern: /\b[a-z][a-z0-9+.-]{1,12}:\s?\/\/\S{0,80}/gu },
  { needs: /h(?:xx|tt|\*\*)p/, pattern: /\bh(?:xx|tt|\*\*)ps?\b\s?[:[]/gu },
  {
    needs: /:\S/,
    pattern: /\b(?:javascript|vbscript|data|mailto|tel|file|blob|ftp)\s?:(?=\S)[^\s,;.]{2,80}/gu,
  },
  { needs: /www/, pattern: /\bwww\s?\.\s?[a-z0-9-]{1,63}/gu },
  {
    needs: /dot|punkt|punto|[[({<]\s?\./,
    pattern: new RegExp(`[a-z0-9][a-z0-9-]{0,62}${DOT}(?:${TLDS})\\b`, "gu"),
  },
  { needs: /\d\.\d/, pattern: /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d*)/gu },
  {
    needs: /@|[([{]at[)\]}]/,
    pattern: new RegExp(
      "\\b[a-z0-9._%+-]{1,64}\\s?(?:@|\\(at\\)|\\[at\\]|\\{at\\})\\s?" +
        "[a-z0-9][a-z0-9-]{0,62}(?:\\.[a-z0-9-]{1,63}){0,4}\\.[a-z]{2,24}(?![a-z0-9])",
      "gu",
    ),
  },
  { needs: /\/\//, pattern: /(?<![a-z0-9])\/\/[a-z0-9-]{1,63}\.[a-z]{2,}/gu },
  { needs: /(?:\b\w ){3}/, pattern: /(?:\b[a-z0-9] ){3,20}\. ?(?:[a-z] ){1,9}[a-z]\b/gu },
  { needs: /\.[a-z]{2,12}\//, pattern: /\b[a-z0-9-]{2,63}\.[a-z]{2,12}\/[a-z0-9]/gu },
];

export function findLinks(view: View): Span[] {
  return LINKS.flatMap(({ needs, pattern }) => (needs.test(view.text) ? all(view, pattern) : []));
}

const BARE_DOMAIN = new RegExp(
  `(?<![@\\w.-])(?:[a-z0-9](?:[a-z0-9-]{0,62})\\.){1,4}(?:${TLDS})(?![\\w'-]|\\.\\w)`,
  "giu",
);

/** Products whose names look like a domain. */
const PRODUCTS: ReadonlySet<string> = new Set(["asp.net", "ado.net", "ml.net", "vb.net"]);

/**
 * Names such as `shop.example`, without anything before or after. The view is in lower case; the
 * given text tells them from a sentence whose first word follows its neighbour's full stop.
 */
export function findDomains(view: View, text: string): Span[] {
  return all(view, BARE_DOMAIN).filter(({ start, end }) => {
    const written = text.slice(start, end);
    const last = written.slice(written.lastIndexOf(".") + 1);
    if (PRODUCTS.has(written.toLowerCase())) return false;
    return last === last.toLowerCase() || written === written.toUpperCase();
  });
}

function all(view: View, pattern: RegExp): Span[] {
  return [...view.text.matchAll(pattern)].map((found) =>
    spanOf(view, found.index, found.index + found[0].length),
  );
}
