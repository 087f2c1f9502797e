import { advertiserReportByCampaignSchema } from "../../../../server/src/contract/resources/report.ts";
import { testAdvertiserRows } from "./advertiser-report-rows.ts";

testAdvertiserRows({
  tool: "get_advertiser_report_by_campaign",
  schema: advertiserReportByCampaignSchema,
  field: "campaignId",
  prefix: "cmp_",
});
