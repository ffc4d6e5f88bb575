import { stemWord } from './stem-word.ts'

/**
 * Stems of words that say who, how, how much or when, and not what: whoever asks "Are backups taken at defined intervals?" asks for backups.
 * An answer need not have them.
 */
export const generalStems: ReadonlySet<string> = new Set(
  `abgeschlossen ability able accept access accord accordance account achieve act active activity actually adding additional address
  adequate admin administration administrative administrator advance affect again ago agree agreement ahead algorithm align allow amount
  analysis another answer app application approach architecture area arrange arrangement aspect assess assigned associated assurance
  attempt audience authorise authorised authority automatic avoid aware back based basis become begin behalf being bekannte belong
  benannt best betrieben better between beyond bind bound bring build built business cadence call calls cannot capability capable case
  category cause central centralized channel characters check choose circumstance clear client colleague collect come commercial
  commitment common communicate complete complexity compliance comply component comprehensive compulsory concern conclude condition
  configure connect consider consistent constituent content context continue continuous contract contractor contractual control
  coordinate copied corporate cover covered create criteria critical cross cyber cybersecurity daily date day deadline decision default
  defend define deliver demand demonstrate deny depend deploy description design designed desk detected determine develop device digital
  directly discover discovery distribute documentation duration durch durchgeführt duty easy effect eingesetzt either else enable end
  engage engineer enter enterprise entire entity environment equip equivalent erstellt especially etc event ever everyone everything
  evidence example exchange execute executive expect expert explicit extend extent extern external externe facing fact fed file find
  first form formalized format frame framework free full fully function further gegen generate genutzt geregelt get global goal good
  govern granted group guarantee guide guideline hand happen happens hardware hear help high host hosting hour id identified identify
  immediately important improve independent indicate industry inform infrastructure initial initiate inside inspect install installing
  instance institution institutional instruct integrate intend intern internal interval into involve item jede job just key kind know
  known kundendaten lang latest law leadership learn leave legal length less let life limit line link lived local logical look made
  major man matter maximum mean mechanism media meet members methodology might mitarbeiter mitarbeitern mode model modern modify moment
  monthly more move müssen nach name necessary need neither never next no nor not nothing notice notify number object objectives
  obligation obtain occur once only onto operational order organisational organizational outline outside over ownership particular
  partner party pass past path penalty per percentage permanent permit personal phase point portal position possess possible post
  posture potentially practical prepare present primary prior private proactive problem proceed proper properly prove prüfer purpose put
  quarter quarterly question rate rather reach react read real reason receive recognise recognised record refer reference regard
  regardless regelmäßig regulation regulatory related relationship relevant rely remain report request reside resource respect
  respective respond response responsibilities result return returned reuse right role rule run safe safeguard safely sample schedule
  schnell secondary secure securely see sein select senior sensitive separate set several shall show sich simple site situation software
  solution somebody someone something source special specified specify stage stand start step still stop store strict structure submit
  subscriber successful sufficient suite summary supplement support sure take target task technique technology tell tells tenant term
  than thereafter therefore thing third those throughout timeframe together told too tool top total track traffic treat tried try twelve
  typical unauthorised undertaking unique unless until update upload usage using usual utilities valid value various vereinbarung
  verified version verwendet very view volume wann week wer whatever whenever wherever whichever whole whom whose wide womit work
  workflow workforce worldwide write yet über`
    .split(/\s+/)
    .map(stemWord),
)
