/** An invitation, to be handed over once. */
export interface Link {
  email: string;
  url: string;
}
