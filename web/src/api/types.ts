/** The server's records by their own names; every shape comes from the OpenAPI document. */
import type { components } from './schema';

type Schemas = components['schemas'];

export type Answer = Schemas['Answer'];
export type AskRequest = Schemas['AskRequest'];
export type Citation = Schemas['Citation'];
export type DoneEvent = Schemas['DoneEvent'];
export type Hit = Schemas['Hit'];
export type Info = Schemas['Info'];
export type KesherDocument = Schemas['Document'];
export type PageBox = Schemas['PageBox'];
export type PageBoxes = Schemas['PageBoxes'];
export type PageFailure = Schemas['PageFailure'];
export type PageText = Schemas['PageText'];
export type Problem = Schemas['Problem'];
export type PromptFigures = Schemas['PromptFigures'];
export type Retrieval = Schemas['Retrieval'];
export type Room = Schemas['Room'];
export type StageEvent = Schemas['StageEvent'];
export type TextEvent = Schemas['TextEvent'];
export type Thread = Schemas['Thread'];
export type ThreadDetail = Schemas['ThreadDetail'];
export type ThreadEvent = Schemas['ThreadEvent'];
export type Upload = Schemas['Upload'];
