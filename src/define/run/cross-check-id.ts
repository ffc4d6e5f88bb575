/** The connector id of cross-checks, in runs, finding ids and waivers. No connector can have it. */
export const crossCheckConnectorId = 'cross-check'
