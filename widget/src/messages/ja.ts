import type { Messages } from "./en.ts";

/** Japanese. Pass it as `messages`. */
export const ja: Messages = {
  lang: "ja",
  dir: "ltr",
  labels: ["広告", "広告", "スポンサー"],
  region: "広告",
  shown: (count) => `スポンサー商品 ${count} 件`,
  hidden: "商品を非表示にしました",
  undo: "元に戻す",
  cited: "回答で言及",
  was: "通常価格",
  off: (percent) => `${percent} 割引`,
  save: (money) => `${money} お得`,
  soldBy: (name) => `販売元: ${name}`,
  outOfStock: "在庫切れ",
  preorder: "予約受付中",
  rating: (value, count) => `5 段階評価で ${value}、評価 ${count} 件`,
  code: (code) => `コード ${code}`,
  copy: "コピー",
  copied: "コピーしました",
  view: "詳細を見る",
  newTab: "新しいタブで開きます",
  options: (title) => `${title} のオプション`,
  hide: "この商品を非表示にする",
  why: "この広告が表示される理由",
  whyText:
    "これは広告です。直前のメッセージの言葉に合うため選ばれました。" +
    "メッセージが広告主に送られることはありません。",
  sponsor: (name) => `広告主: ${name}`,
};
