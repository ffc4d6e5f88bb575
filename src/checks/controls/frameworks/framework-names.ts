/** Short names of the shipped frameworks, by id. They are the same in every language. */
export const frameworkNames: Readonly<Record<string, string>> = {
  soc2: 'SOC 2',
  iso27001: 'ISO 27001',
  hipaa: 'HIPAA',
  gdpr: 'GDPR',
}
