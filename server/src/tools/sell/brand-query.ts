import { z } from "zod";
import { brandSearchFields } from "../../contract/resources/brand.ts";
import { PAGE_LIMIT_DEFAULT } from "../../contract/resources/list.ts";
import { whole } from "../feed/product-query.ts";

const { limit, ...textFields } = brandSearchFields;

/** The tool's own fields, read from query parameters. */
export const brandListQuery = z.strictObject({
  ...textFields,
  limit: whole(limit.unwrap()).default(PAGE_LIMIT_DEFAULT),
});
