-- CreateTable
CREATE TABLE "dmarc_source_names" (
    "address" TEXT NOT NULL,
    "name" TEXT,
    "looked_up_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dmarc_source_names_pkey" PRIMARY KEY ("address")
);

-- CreateIndex
CREATE INDEX "dmarc_source_names_looked_up_at_idx" ON "dmarc_source_names"("looked_up_at");
