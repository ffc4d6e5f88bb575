/** Version of this package; a test holds it equal to package.json. Sent as User-Agent and kept with reports. */
export const version = '0.1.0'
