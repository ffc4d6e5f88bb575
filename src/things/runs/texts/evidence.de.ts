import type { evidence as english } from './evidence.en.ts'

export const evidence: typeof english = {
  lead: 'Dateien, die Personen hochgeladen haben. Eine Datei allein erfüllt keine Kontrolle, bis jemand sie beurteilt.',
  empty: 'Noch keine Dateien.',
  earlier: 'Frühere Dateien',
  file: {
    uploaded: 'Hochgeladen',
    purpose: 'Zweck',
    size: 'Größe',
    judgements: 'Beurteilungen auf Grundlage dieser Datei',
    bytes: ({ bytes }) => `${bytes} Byte`,
    kilobytes: ({ kilobytes }) => `${kilobytes} kB`,
  },
  upload: {
    title: 'Datei hochladen',
    button: 'Hochladen',
  },
}
