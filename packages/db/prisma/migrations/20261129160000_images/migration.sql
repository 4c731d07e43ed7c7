-- CreateTable
CREATE TABLE "images" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "alt" TEXT,
    "file_name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "animated" BOOLEAN NOT NULL,
    "bytes" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "images_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "images_file_name_key" ON "images"("file_name");

-- CreateIndex
CREATE INDEX "images_organization_id_id_idx" ON "images"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "images" ADD CONSTRAINT "images_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "images"
  ADD CONSTRAINT "images_content_type_check" CHECK ("content_type" IN ('image/png', 'image/jpeg', 'image/gif'));

-- It is compressed already.
ALTER TABLE "images" ALTER COLUMN "content" SET STORAGE EXTERNAL;
