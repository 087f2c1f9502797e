/** The version of the wire: additions keep it, anything else would raise it. */
export const API_VERSION = "1.0";
