-- CreateTable
CREATE TABLE "platform_alerts" (
    "rule" TEXT NOT NULL,
    "labels" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "active_since" TIMESTAMPTZ(3) NOT NULL,
    "firing_since" TIMESTAMPTZ(3),
    "resolved_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "platform_alerts_pkey" PRIMARY KEY ("rule","labels")
);

-- CreateTable
CREATE TABLE "platform_watches" (
    "name" TEXT NOT NULL,
    "evaluated_at" TIMESTAMPTZ(3) NOT NULL,
    "unmeasured" TEXT[],

    CONSTRAINT "platform_watches_pkey" PRIMARY KEY ("name")
);
