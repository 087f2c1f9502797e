import type { Messages } from "./en.ts";

/** Chinese. Pass it as `messages`. */
export const zh: Messages = {
  lang: "zh",
  dir: "ltr",
  region: "广告",
  shown: (count) => `${count} 个赞助商品`,
  hidden: "已隐藏该商品",
  cited: "回答中提及",
  was: "原价",
  off: (percent) => `优惠 ${percent}`,
  save: (money) => `节省 ${money}`,
  soldBy: (name) => `卖家：${name}`,
  outOfStock: "缺货",
  preorder: "预售",
  rating: (value, count) => `评分 ${value}（满分 5 分），共 ${count} 条评价`,
  code: (code) => `优惠码 ${code}`,
  newTab: "在新标签页中打开",
  options: (title) => `${title} 的选项`,
  hide: "隐藏该商品",
  why: "为何显示此广告",
  whyText: "这是广告。它与您上一条消息中的词语相符，因此被选中。" + "广告主不会收到您的消息。",
  sponsor: (name) => `赞助商：${name}`,
};
