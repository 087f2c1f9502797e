import type { Coupon } from "../../src/contract/resources/campaign.ts";
import { type Action, ActionButton } from "./action.tsx";
import { count, exactTime, words } from "./format.ts";
import { Listing } from "./listing.tsx";
import { Foreign, Id, Status, When } from "./parts.tsx";
import type { Session } from "./session.ts";
import type { Column } from "./table.tsx";
import { usePages } from "./use-pages.ts";

/** The coupons of all campaigns, or of one. */
export function Coupons({ session }: { session: Session }) {
  return (
    <section aria-labelledby="coupons-title">
      <h2 id="coupons-title">Coupons</h2>
      <CouponList session={session} />
    </section>
  );
}

export function CouponList(props: { session: Session; campaignId?: string }) {
  const { session, campaignId } = props;
  const asked = campaignId === undefined ? {} : { campaignId };
  const pages = usePages<Coupon>(session.exchange, "list_coupons", asked, session.round);
  return (
    <Listing
      pages={pages}
      caption="Coupons"
      columns={[...COLUMNS, actions(session)]}
      keyOf={(coupon) => coupon.couponId}
      empty={
        <>
          No coupons yet. {campaignId === undefined ? "Open a campaign and choose" : "Choose"}{" "}
          <b>Add coupon</b>.
        </>
      }
    />
  );
}

const COLUMNS: readonly Column<Coupon>[] = [
  {
    name: "Code",
    sortBy: ({ couponCode }) => couponCode,
    cell: ({ couponCode }) => <code>{couponCode}</code>,
  },
  {
    name: "State",
    sortBy: ({ status }) => status,
    cell: ({ status }) => <Status value={status} />,
  },
  { name: "Discount", cell: discountOf, text: discountOf },
  {
    name: "Instructions",
    cell: ({ agentInstructions }) => <Foreign text={agentInstructions} />,
    text: ({ agentInstructions }) => agentInstructions,
  },
  {
    name: "Redeemed",
    isNumber: true,
    sortBy: ({ redeemedCount }) => redeemedCount,
    cell: ({ redeemedCount, maxRedemptions }) =>
      `${count(redeemedCount)} of ${count(maxRedemptions)}`,
  },
  {
    name: "Ends",
    cell: ({ endsAt }) => (endsAt === undefined ? "never" : <When at={endsAt} />),
    text: ({ endsAt }) => (endsAt === undefined ? undefined : exactTime(endsAt)),
  },
  {
    name: "Campaign",
    cell: ({ campaignId }) => <Id id={campaignId} />,
    text: ({ campaignId }) => campaignId,
  },
];

function discountOf({ discountType, discountValue, currency }: Coupon): string {
  if (discountType === "percent") return `${discountValue}%`;
  return discountType === "amount" ? `${discountValue} ${currency}` : words(discountType);
}

function actions(session: Session): Column<Coupon> {
  return {
    name: "Actions",
    cell: (coupon) => <ActionButton session={session} action={switchOf(coupon)} />,
  };
}

/** Pausing what is active, resuming what is paused; the rest has ended. */
function switchOf({ couponId, couponCode, status }: Coupon): Action<unknown> {
  const isPaused = status === "paused";
  return {
    label: isPaused ? "Resume" : "Pause",
    about: couponCode,
    title: isPaused ? `Resume ${couponCode}` : `Pause ${couponCode}`,
    says: isPaused ? (
      <p>Deliveries carry the code again, and orders with it are accepted.</p>
    ) : (
      <p>Deliveries stop carrying the code, and orders with it are refused until you resume it.</p>
    ),
    tool: "update_coupon",
    args: { couponId, status: isPaused ? "active" : "paused" },
    isDisabled: status === "expired" || status === "exhausted",
    done: isPaused ? "The coupon is active." : "The coupon is paused.",
  };
}
