// The games that have a face: each is loaded when somebody opens it.
import type { FaceModule, GameName } from "../kit/face";

export const faces: Record<GameName, () => Promise<FaceModule>> = {
  super_miaou: () => import("./super_miaou/face") as unknown as Promise<FaceModule>,
  meowtopia: () => import("./meowtopia/face") as unknown as Promise<FaceModule>,
  push_em_up: () => import("./push_em_up/face") as unknown as Promise<FaceModule>,
  megabou: () => import("./megabou/face") as unknown as Promise<FaceModule>,
  mow: () => import("./mow/face") as unknown as Promise<FaceModule>,
};
