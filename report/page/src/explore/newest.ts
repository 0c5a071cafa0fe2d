// Work that takes a while and may be asked for again meanwhile.

/** Does one thing at a time: asked for while it is at work, it does it once more, however often it was asked. */
export class Newest {
  private isAsked = false;
  private isBusy = false;

  /** @param act what is done, with what is wanted when it begins @param tell is told when work begins and ends */
  constructor(private readonly act: () => Promise<void>, private readonly tell: (isBusy: boolean) => void = () => {}) {}

  /** Something newer is wanted than what is being done. */
  get isWaiting(): boolean {
    return this.isAsked;
  }

  ask(): void {
    this.isAsked = true;
    if (!this.isBusy) void this.work();
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    this.tell(true);
    while (this.isAsked) {
      this.isAsked = false;
      await this.act();
    }
    this.isBusy = false;
    this.tell(false);
  }
}
