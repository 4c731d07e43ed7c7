-- CreateTable
CREATE TABLE "delivery_hours" (
    "organization_id" UUID NOT NULL,
    "lane" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "provider" TEXT NOT NULL,
    "deliveries" INTEGER[],

    CONSTRAINT "delivery_hours_pkey" PRIMARY KEY ("organization_id","lane","hour","provider"),
    CONSTRAINT "delivery_hours_lane_check" CHECK ("lane" IN ('transactional', 'bulk'))
);

-- CreateIndex
CREATE INDEX "delivery_hours_hour_idx" ON "delivery_hours"("hour");
