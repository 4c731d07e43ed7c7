-- CreateTable
CREATE TABLE "secret_proofs" (
    "setting" TEXT NOT NULL,
    "proof" TEXT NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "secret_proofs_pkey" PRIMARY KEY ("setting")
);
