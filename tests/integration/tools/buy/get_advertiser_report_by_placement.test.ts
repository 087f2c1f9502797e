import { advertiserReportByPlacementSchema } from "../../../../server/src/contract/resources/report.ts";
import { testAdvertiserRows } from "./advertiser-report-rows.ts";

testAdvertiserRows({
  tool: "get_advertiser_report_by_placement",
  schema: advertiserReportByPlacementSchema,
  field: "placementId",
  prefix: "plc_",
});
