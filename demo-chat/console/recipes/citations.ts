import { numberOf, recordOf, textOf } from "../../goods/market/json.ts";
import {
  BUY_CREDITS,
  createCampaign,
  from,
  type Kept,
  listPlacement,
  type RecipePlan,
  register,
  type StepPlan,
} from "./step.ts";

const CPR_RATE_CREDITS = 15;
const CPD_RATE_CREDITS = 30;
const BUDGET_CREDITS = 500;

const RECOMMENDED = "Lumenhall Lamps";
const CHOSEN = "Brightwick";

/** Cited answers: what a recommendation and a decision are, and what makes them pay. */
export function citationsRecipe(shopUrl: string): RecipePlan {
  const book = (adUnitType: "cpr" | "cpd", creativeText: string) =>
    createCampaign(
      () => ({
        adUnitType,
        budgetCredits: BUDGET_CREDITS,
        creativeText,
        creativeUrl: `${shopUrl}?click_id={click_id}`,
      }),
      "Book it: because the place has citations, the campaign pays for cited reports only",
    );
  return {
    number: 5,
    title: "Citations: a paid recommendation and a paid decision, each with its label",
    steps: [
      register("publisher", "Reading Chat"),
      listCited("cpr", CPR_RATE_CREDITS),
      register("advertiser", RECOMMENDED),
      ...BUY_CREDITS,
      book("cpr", "Reading lamps with a dimmer. Bulbs replaced for five years."),
      {
        ...DELIVER_CITED,
        keep: (answer, kept) => ({
          ...DELIVER_CITED.keep(answer),
          earlierTag: textOf(recordOf(answer.citation)?.tag),
          earlierUrl: textOf(recordOf(answer.offer)?.clickUrl) ?? kept.clickUrl,
        }),
      },
      RECOMMEND,
      reportCited("recommendation"),
      listCited("cpd", CPD_RATE_CREDITS),
      register("advertiser", CHOSEN),
      ...BUY_CREDITS,
      book("cpd", "Clip-on lamps that charge by USB. Thirty days to return them."),
      DELIVER_CITED,
      CHOOSE,
      reportCited("decision"),
      REPORT,
    ],
  };
}

function listCited(adUnitType: "cpr" | "cpd", rateCredits: number): StepPlan {
  return listPlacement({
    title: `Answers of a reading chat, ${adUnitType}`,
    description: "In answers about lamps, cited by the demo's fifth recipe.",
    adUnitType,
    rateCredits,
    contextUse: "reasoning_context",
    citations: true,
    disclosureLabel: "Ad",
  });
}

const DELIVER_CITED = {
  title: "Fetch the ad with its citation: a tag, a label and three marks",
  who: "publisher",
  request: (kept: Kept) => ({
    kind: "tool",
    tool: "deliver_ad",
    args: { campaignId: from(kept, "campaignId"), citations: true },
    key: from(kept, "publisherKey"),
  }),
  keep: ({ deliveryId, offer, citation }) => ({
    deliveryId: textOf(deliveryId),
    clickUrl: textOf(recordOf(offer)?.clickUrl),
    tag: textOf(recordOf(citation)?.tag),
    label: textOf(recordOf(citation)?.label),
  }),
} as const satisfies StepPlan;

const chosenOffer = (kept: Kept, sponsor: string) => ({
  offerId: from(kept, "deliveryId"),
  tag: from(kept, "tag"),
  label: from(kept, "label"),
  sponsor,
  clickUrl: from(kept, "clickUrl"),
});

const RECOMMEND: StepPlan = {
  title: "Replace the mark in the model's answer: the reader sees the label and its link",
  who: "publisher",
  request: (kept) => ({
    kind: "cite",
    answer: `For reading in bed, I would take ${RECOMMENDED} [[rec:${from(kept, "tag")}]].`,
    offers: [chosenOffer(kept, RECOMMENDED)],
  }),
  keep: keepCitation,
};

const CHOOSE: StepPlan = {
  title: "Replace the marks of an answer that chooses one of two",
  who: "publisher",
  request: (kept) => ({
    kind: "cite",
    answer:
      `${RECOMMENDED} [[ad:${from(kept, "earlierTag")}]] needs a socket. On a train, take ` +
      `${CHOSEN} [[pick:${from(kept, "tag")}]].`,
    offers: [
      {
        offerId: "earlier",
        tag: from(kept, "earlierTag"),
        label: from(kept, "label"),
        sponsor: RECOMMENDED,
        clickUrl: from(kept, "earlierUrl"),
        labelOnly: true,
      },
      chosenOffer(kept, CHOSEN),
    ],
  }),
  keep: keepCitation,
};

/** The strongest mark of the delivered offer, and how many offers the answer cites. */
function keepCitation(answer: Record<string, unknown>): Record<string, string | undefined> {
  const citations = Array.isArray(answer.citations) ? answer.citations : [];
  const own = recordOf(citations.at(-1));
  return { kind: textOf(own?.kind), cited: String(numberOf(answer.cited)) };
}

function reportCited(conversionType: "recommendation" | "decision"): StepPlan {
  return {
    title: `Report the ${conversionType} with its citation: cited, and paid`,
    who: "publisher",
    request: (kept) => ({
      kind: "tool",
      tool: "report_conversion",
      args: {
        campaignId: from(kept, "campaignId"),
        deliveryId: from(kept, "deliveryId"),
        conversionType,
        citation: {
          tag: from(kept, "tag"),
          kind: from(kept, "kind"),
          label: from(kept, "label"),
          rendered: true,
          cited: Number(from(kept, "cited")),
        },
      },
      key: from(kept, "publisherKey"),
    }),
  };
}

const REPORT: StepPlan = {
  title: "Read the report: the share of influence that was cited and labelled",
  who: "publisher",
  request: (kept) => ({
    kind: "tool",
    tool: "get_publisher_report",
    args: { period: "daily" },
    key: from(kept, "publisherKey"),
  }),
  until: ({ totals }) => numberOf(recordOf(totals)?.cited) >= 2,
};
